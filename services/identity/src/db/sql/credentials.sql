-- list, all
select *
  from "credentials"
  where 1 = 1
  limit 100000;

-- list, of a project
select *
  from "credentials"
  where 1 = 1
  limit 100000;

-- list, a page after a marker
select *
  from "credentials"
  where "credentials"."id" in (?)
  limit 100000;
select *
  from "credentials"
  where (("id" > ?))
  order by "id" asc
  limit 10;

-- get
select *
  from "credentials"
  where "credentials"."id" in (?)
  and 1 = 1
  limit 100000;

-- plain
select *
  from "credentials"
  where "credentials"."id" in (?)
  limit 100000;

-- plainById
select *
  from "credentials"
  where "credentials"."id" in (?, ?)
  limit 100000;

-- insert
insert into "credentials" ("id", "user_id", "project_id", "type", "encrypted_blob", "key_hash", "extra")
  values (?, ?, ?, ?, ?, ?, ?)
  on conflict do nothing;

-- update
update "credentials"
  set "user_id" = ?, "project_id" = ?, "type" = ?, "encrypted_blob" = ?, "key_hash" = ?, "extra" = ?
  where id = ?
  returning *;

-- delete
delete
  from "credentials"
  where "id" = ?;
