"""The documentation site: what MkDocs builds beside the pages in ``docs/``, made from the rules and their evidence."""
