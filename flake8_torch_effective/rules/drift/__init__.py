"""9xx: what torch has removed, or is going to remove.

torch changes: functions are deprecated and later removed, arguments change their default, private modules move.
This group knows which release has which name, from the wheels of each release. It checks the code against the
oldest torch that the project must run on (its *target*), which it reads from the project's own files.

A name that the file checks for first, with `hasattr`, `try` or a test of the version, is not reported.
"""
