-- list, all
select *
  from "trunks"
  where 1 = 1
  limit 100000;
select *
  from "sub_ports"
  where "trunk_id" in (?)
  order by "segmentation_id";
select "resource_id" as owner, tag
  from "tags"
  where "resource_id" in (?)
  order by tag;

-- list, of a project
select *
  from "trunks"
  where "trunks"."project_id" = ?
  limit 100000;

-- list, a page after a marker
select *
  from "trunks"
  where "trunks"."id" in (?)
  limit 100000;
select *
  from "trunks"
  where (("id" > ?))
  order by "id" asc
  limit 10;
select *
  from "sub_ports"
  where "trunk_id" in (?)
  order by "segmentation_id";
select "resource_id" as owner, tag
  from "tags"
  where "resource_id" in (?)
  order by tag;

-- get
select *
  from "trunks"
  where "trunks"."id" in (?)
  and "trunks"."project_id" = ?
  limit 100000;

-- plain
select *
  from "trunks"
  where "trunks"."id" in (?)
  limit 100000;

-- plainById
select *
  from "trunks"
  where "trunks"."id" in (?, ?)
  limit 100000;

-- insert
insert into "trunks" ("id", "project_id", "revision_number", "created_at", "updated_at", "name", "description", "port_id", "admin_state_up", "status")
  values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
  on conflict do nothing;

-- update
update "trunks"
  set "project_id" = ?, "revision_number" = ?, "created_at" = ?, "updated_at" = ?, "name" = ?, "description" = ?, "port_id" = ?, "admin_state_up" = ?, "status" = ?, revision_number = revision_number + 1
  where id = ?
  returning *;

-- delete
delete
  from "tags"
  where "resource_id" = ?;
delete
  from "trunks"
  where "id" = ?;
