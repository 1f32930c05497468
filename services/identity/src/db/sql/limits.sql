-- list, all
select *
  from "limits"
  where 1 = 1
  limit 100000;

-- list, of a project
select *
  from "limits"
  where 1 = 1
  limit 100000;

-- list, a page after a marker
select *
  from "limits"
  where "limits"."id" in (?)
  limit 100000;
select *
  from "limits"
  where (("id" > ?))
  order by "id" asc
  limit 10;

-- get
select *
  from "limits"
  where "limits"."id" in (?)
  and 1 = 1
  limit 100000;

-- plain
select *
  from "limits"
  where "limits"."id" in (?)
  limit 100000;

-- plainById
select *
  from "limits"
  where "limits"."id" in (?, ?)
  limit 100000;

-- insert
insert into "limits" ("id", "project_id", "domain_id", "registered_limit_id", "service_id", "region_id", "resource_name", "resource_limit", "description")
  values (?, ?, ?, ?, ?, ?, ?, ?, ?)
  on conflict do nothing;

-- update
update "limits"
  set "project_id" = ?, "domain_id" = ?, "registered_limit_id" = ?, "service_id" = ?, "region_id" = ?, "resource_name" = ?, "resource_limit" = ?, "description" = ?
  where id = ?
  returning *;

-- delete
delete
  from "limits"
  where "id" = ?;
