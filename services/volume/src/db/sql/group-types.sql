-- list, all
select *
  from "group_types"
  where 1 = 1
  limit 100000;

-- list, of a project
select *
  from "group_types"
  where group_types.is_public = 1
  limit 100000;

-- list, a page after a marker
select *
  from "group_types"
  where "group_types"."id" in (?)
  limit 100000;
select *
  from "group_types"
  where (("id" > ?))
  order by "id" asc
  limit 10;

-- get
select *
  from "group_types"
  where "group_types"."id" in (?)
  and group_types.is_public = 1
  limit 100000;

-- plain
select *
  from "group_types"
  where "group_types"."id" in (?)
  limit 100000;

-- plainById
select *
  from "group_types"
  where "group_types"."id" in (?, ?)
  limit 100000;

-- insert
insert into "group_types" ("id", "created_at", "updated_at", "name", "description", "is_public", "group_specs")
  values (?, ?, ?, ?, ?, ?, ?)
  on conflict do nothing;

-- update
update "group_types"
  set "created_at" = ?, "updated_at" = ?, "name" = ?, "description" = ?, "is_public" = ?, "group_specs" = ?
  where id = ?
  returning *;

-- delete
delete
  from "group_types"
  where "id" = ?;
