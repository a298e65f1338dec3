"""9xx: what torch has no longer, or is to lose.

torch changes: functions are deprecated and later removed, arguments change their default, private modules move. This
group knows which release has which name, by the wheels of each release, and holds the code to the oldest torch that
the project must run on (its *target*), which it reads from the project's own files.

A name that the file asks for first, with `hasattr`, `try` or a test of the version, is left alone.
"""
