-- list, all
select *
  from "metering_labels"
  where 1 = 1
  limit 100000;

-- list, of a project
select *
  from "metering_labels"
  where "metering_labels"."project_id" = ?
  limit 100000;

-- list, a page after a marker
select *
  from "metering_labels"
  where "metering_labels"."id" in (?)
  limit 100000;
select *
  from "metering_labels"
  where (("id" > ?))
  order by "id" asc
  limit 10;

-- get
select *
  from "metering_labels"
  where "metering_labels"."id" in (?)
  and "metering_labels"."project_id" = ?
  limit 100000;

-- plain
select *
  from "metering_labels"
  where "metering_labels"."id" in (?)
  limit 100000;

-- plainById
select *
  from "metering_labels"
  where "metering_labels"."id" in (?, ?)
  limit 100000;

-- insert
insert into "metering_labels" ("id", "project_id", "name", "description", "shared")
  values (?, ?, ?, ?, ?)
  on conflict do nothing;

-- update
update "metering_labels"
  set "project_id" = ?, "name" = ?, "description" = ?, "shared" = ?
  where id = ?
  returning *;

-- delete
delete
  from "metering_labels"
  where "id" = ?;
