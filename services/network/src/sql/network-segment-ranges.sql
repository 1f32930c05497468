-- list, all
select *
  from "network_segment_ranges"
  where 1 = 1
  limit 100000;
select "id", "network_type", "physical_network", "minimum", "maximum"
  from "network_segment_ranges"
  where "id" in (?);
select "provider_segmentation_id", "project_id"
  from "networks"
  where "provider_network_type" = ?
  and "provider_segmentation_id" >= ?
  and "provider_segmentation_id" <= ?
  and "provider_physical_network" is null
  order by "provider_segmentation_id";
select "id", "network_type", "physical_network", "minimum", "maximum"
  from "network_segment_ranges"
  where "id" in (?);
select "provider_segmentation_id", "project_id"
  from "networks"
  where "provider_network_type" = ?
  and "provider_segmentation_id" >= ?
  and "provider_segmentation_id" <= ?
  and "provider_physical_network" is null
  order by "provider_segmentation_id";
select "resource_id" as owner, tag
  from "tags"
  where "resource_id" in (?)
  order by tag;

-- list, of a project
select *
  from "network_segment_ranges"
  where 1 = 1
  limit 100000;

-- list, a page after a marker
select *
  from "network_segment_ranges"
  where "network_segment_ranges"."id" in (?)
  limit 100000;
select *
  from "network_segment_ranges"
  where (("id" > ?))
  order by "id" asc
  limit 10;
select "id", "network_type", "physical_network", "minimum", "maximum"
  from "network_segment_ranges"
  where "id" in (?);
select "provider_segmentation_id", "project_id"
  from "networks"
  where "provider_network_type" = ?
  and "provider_segmentation_id" >= ?
  and "provider_segmentation_id" <= ?
  and "provider_physical_network" is null
  order by "provider_segmentation_id";
select "id", "network_type", "physical_network", "minimum", "maximum"
  from "network_segment_ranges"
  where "id" in (?);
select "provider_segmentation_id", "project_id"
  from "networks"
  where "provider_network_type" = ?
  and "provider_segmentation_id" >= ?
  and "provider_segmentation_id" <= ?
  and "provider_physical_network" is null
  order by "provider_segmentation_id";
select "resource_id" as owner, tag
  from "tags"
  where "resource_id" in (?)
  order by tag;

-- get
select *
  from "network_segment_ranges"
  where "network_segment_ranges"."id" in (?)
  and 1 = 1
  limit 100000;

-- plain
select *
  from "network_segment_ranges"
  where "network_segment_ranges"."id" in (?)
  limit 100000;

-- plainById
select *
  from "network_segment_ranges"
  where "network_segment_ranges"."id" in (?, ?)
  limit 100000;

-- insert
insert into "network_segment_ranges" ("id", "name", "description", "default", "shared", "project_id", "network_type", "physical_network", "minimum", "maximum", "revision_number", "created_at", "updated_at")
  values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
  on conflict do nothing;

-- update
update "network_segment_ranges"
  set "name" = ?, "description" = ?, "default" = ?, "shared" = ?, "project_id" = ?, "network_type" = ?, "physical_network" = ?, "minimum" = ?, "maximum" = ?, "revision_number" = ?, "created_at" = ?, "updated_at" = ?, revision_number = revision_number + 1
  where id = ?
  returning *;

-- delete
delete
  from "tags"
  where "resource_id" = ?;
delete
  from "network_segment_ranges"
  where "id" = ?;
