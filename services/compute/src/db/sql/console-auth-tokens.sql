-- insert
delete
  from "console_auth_tokens"
  where "expires_at" < ?;
insert into "console_auth_tokens" ("token_hash", "server_id", "console_type", "host", "port", "tls_port", "internal_access_path", "expires_at", "created_at")
  values (?, ?, ?, ?, ?, ?, ?, ?, ?);

-- find
select *
  from "console_auth_tokens"
  where "token_hash" = ?
  and "expires_at" >= ?;
