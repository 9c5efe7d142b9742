-- Nothing changes but what is said of it.

comment on table server_secrets is 'What all processes of one database share. "kept keys" are the keys of audit log and recovery codes, sealed with TRILHO_SECRET: they outlive its change, and tell whether a secret fits this database. In a sandbox also the generated secret itself, and what was made once with it.';
comment on table acts is 'Audit log: every change a person made or tried, written before the change itself. Append-only; each row''s hash covers the row before, and is keyed since the row named in the kept keys. refuses names the act that was refused after all.';
