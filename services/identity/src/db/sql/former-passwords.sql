-- latest, SQLite
select "password_hash"
  from "former_passwords"
  where "user_id" = ?
  order by "replaced_at" desc
  limit 5;

-- latest, PostgreSQL
select "password_hash"
  from "former_passwords"
  where "user_id" = $1
  order by "replaced_at" desc
  limit $2;

-- add
insert into "former_passwords" ("user_id", "password_hash", "replaced_at")
  values (?, ?, ?);

-- keepOnly, SQLite
select "password_hash"
  from "former_passwords"
  where "user_id" = ?
  order by "replaced_at" desc
  limit 5;
delete
  from "former_passwords"
  where "user_id" = ?
  and "password_hash" not in (?);

-- keepOnly, PostgreSQL
select "password_hash"
  from "former_passwords"
  where "user_id" = $1
  order by "replaced_at" desc
  limit $2;
delete
  from "former_passwords"
  where "user_id" = $1
  and "password_hash" not in ($2);
