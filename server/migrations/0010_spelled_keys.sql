-- A connection's Pix key was stored as keys are compared. It is stored as banks take it now: a transfer is sent to it.

update bank_connections
   set pix_key = regexp_replace(pix_key, '^(.{8})(.{4})(.{4})(.{4})(.{12})$', '\1-\2-\3-\4-\5')
 where pix_key ~ '^[0-9a-f]{32}$';

update bank_connections set pix_key = upper(pix_key) where pix_key ~ '^[0-9a-z]{12}[0-9]{2}$';
