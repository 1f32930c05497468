-- replaceHash
update "users"
  set "password_hash" = ?
  where "id" = ?
  and "password_hash" = ?;
