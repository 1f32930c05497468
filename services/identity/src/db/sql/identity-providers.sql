-- list, all
select *
  from "identity_providers"
  where 1 = 1
  limit 100000;

-- list, of a project
select *
  from "identity_providers"
  where 1 = 1
  limit 100000;

-- list, a page after a marker
select *
  from "identity_providers"
  where "identity_providers"."id" in (?)
  limit 100000;
select *
  from "identity_providers"
  where (("id" > ?))
  order by "id" asc
  limit 10;

-- get
select *
  from "identity_providers"
  where "identity_providers"."id" in (?)
  and 1 = 1
  limit 100000;

-- plain
select *
  from "identity_providers"
  where "identity_providers"."id" in (?)
  limit 100000;

-- plainById
select *
  from "identity_providers"
  where "identity_providers"."id" in (?, ?)
  limit 100000;

-- insert
insert into "identity_providers" ("id", "domain_id", "enabled", "description", "authorization_ttl", "remote_ids")
  values (?, ?, ?, ?, ?, ?)
  on conflict do nothing;

-- update
update "identity_providers"
  set "domain_id" = ?, "enabled" = ?, "description" = ?, "authorization_ttl" = ?, "remote_ids" = ?
  where id = ?
  returning *;

-- delete
delete
  from "identity_providers"
  where "id" = ?;
