-- latest
select "password_hash"
  from "former_passwords"
  where "user_id" = ?
  order by "replaced_at" desc
  limit 5;

-- add
insert into "former_passwords" ("user_id", "password_hash", "replaced_at")
  values (?, ?, ?);

-- keepOnly
select "password_hash"
  from "former_passwords"
  where "user_id" = ?
  order by "replaced_at" desc
  limit 5;
delete
  from "former_passwords"
  where "user_id" = ?
  and "password_hash" not in (?);
