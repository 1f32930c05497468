-- list, all
select *
  from "flavors"
  where 1 = 1
  limit 100000;
select *
  from "flavor_profiles"
  where "flavor_id" in (?);

-- list, of a project
select *
  from "flavors"
  where 1 = 1
  limit 100000;

-- list, a page after a marker
select *
  from "flavors"
  where "flavors"."id" in (?)
  limit 100000;
select *
  from "flavors"
  where (("id" > ?))
  order by "id" asc
  limit 10;
select *
  from "flavor_profiles"
  where "flavor_id" in (?);

-- get
select *
  from "flavors"
  where "flavors"."id" in (?)
  and 1 = 1
  limit 100000;

-- plain
select *
  from "flavors"
  where "flavors"."id" in (?)
  limit 100000;

-- plainById
select *
  from "flavors"
  where "flavors"."id" in (?, ?)
  limit 100000;

-- insert
insert into "flavors" ("id", "name", "description", "service_type", "enabled")
  values (?, ?, ?, ?, ?)
  on conflict do nothing;

-- update
update "flavors"
  set "name" = ?, "description" = ?, "service_type" = ?, "enabled" = ?
  where id = ?
  returning *;

-- delete
delete
  from "flavors"
  where "id" = ?;
