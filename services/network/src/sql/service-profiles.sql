-- list, all
select *
  from "service_profiles"
  where 1 = 1
  limit 100000;
select *
  from "flavor_profiles"
  where "service_profile_id" in (?);

-- list, of a project
select *
  from "service_profiles"
  where 1 = 1
  limit 100000;

-- list, a page after a marker
select *
  from "service_profiles"
  where "service_profiles"."id" in (?)
  limit 100000;
select *
  from "service_profiles"
  where (("id" > ?))
  order by "id" asc
  limit 10;
select *
  from "flavor_profiles"
  where "service_profile_id" in (?);

-- get
select *
  from "service_profiles"
  where "service_profiles"."id" in (?)
  and 1 = 1
  limit 100000;

-- plain
select *
  from "service_profiles"
  where "service_profiles"."id" in (?)
  limit 100000;

-- plainById
select *
  from "service_profiles"
  where "service_profiles"."id" in (?, ?)
  limit 100000;

-- insert
insert into "service_profiles" ("id", "description", "driver", "enabled", "metainfo")
  values (?, ?, ?, ?, ?)
  on conflict do nothing;

-- update
update "service_profiles"
  set "description" = ?, "driver" = ?, "enabled" = ?, "metainfo" = ?
  where id = ?
  returning *;

-- delete
delete
  from "service_profiles"
  where "id" = ?;
