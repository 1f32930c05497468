-- list, all
select *
  from "qos_specs"
  where 1 = 1
  limit 100000;

-- list, of a project
select *
  from "qos_specs"
  where 1 = 1
  limit 100000;

-- list, a page after a marker
select *
  from "qos_specs"
  where "qos_specs"."id" in (?)
  limit 100000;
select *
  from "qos_specs"
  where (("id" > ?))
  order by "id" asc
  limit 10;

-- get
select *
  from "qos_specs"
  where "qos_specs"."id" in (?)
  and 1 = 1
  limit 100000;

-- plain
select *
  from "qos_specs"
  where "qos_specs"."id" in (?)
  limit 100000;

-- plainById
select *
  from "qos_specs"
  where "qos_specs"."id" in (?, ?)
  limit 100000;

-- insert
insert into "qos_specs" ("id", "created_at", "updated_at", "name", "consumer", "specs")
  values (?, ?, ?, ?, ?, ?)
  on conflict do nothing;

-- update
update "qos_specs"
  set "created_at" = ?, "updated_at" = ?, "name" = ?, "consumer" = ?, "specs" = ?
  where id = ?
  returning *;

-- delete
delete
  from "qos_specs"
  where "id" = ?;
