-- list, all
select *
  from "segments"
  where 1 = 1
  limit 100000;
select "resource_id" as owner, tag
  from "tags"
  where "resource_id" in (?)
  order by tag;

-- list, of a project
select *
  from "segments"
  where 1 = 0
  limit 100000;

-- list, a page after a marker
select *
  from "segments"
  where "segments"."id" in (?)
  limit 100000;
select *
  from "segments"
  where (("id" > ?))
  order by "id" asc
  limit 10;
select "resource_id" as owner, tag
  from "tags"
  where "resource_id" in (?)
  order by tag;

-- get
select *
  from "segments"
  where "segments"."id" in (?)
  and 1 = 0
  limit 100000;

-- plain
select *
  from "segments"
  where "segments"."id" in (?)
  limit 100000;

-- plainById
select *
  from "segments"
  where "segments"."id" in (?, ?)
  limit 100000;

-- insert
insert into "segments" ("id", "network_id", "name", "description", "network_type", "physical_network", "segmentation_id", "revision_number", "created_at", "updated_at")
  values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
  on conflict do nothing;

-- update
update "segments"
  set "network_id" = ?, "name" = ?, "description" = ?, "network_type" = ?, "physical_network" = ?, "segmentation_id" = ?, "revision_number" = ?, "created_at" = ?, "updated_at" = ?, revision_number = revision_number + 1
  where id = ?
  returning *;

-- delete
delete
  from "tags"
  where "resource_id" = ?;
delete
  from "segments"
  where "id" = ?;
