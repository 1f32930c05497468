-- list, all
select *
  from "access_rules"
  where 1 = 1
  limit 100000;

-- list, of a project
select *
  from "access_rules"
  where 1 = 1
  limit 100000;

-- list, a page after a marker
select *
  from "access_rules"
  where "access_rules"."id" in (?)
  limit 100000;
select *
  from "access_rules"
  where (("id" > ?))
  order by "id" asc
  limit 10;

-- get
select *
  from "access_rules"
  where "access_rules"."id" in (?)
  and 1 = 1
  limit 100000;

-- plain
select *
  from "access_rules"
  where "access_rules"."id" in (?)
  limit 100000;

-- plainById
select *
  from "access_rules"
  where "access_rules"."id" in (?, ?)
  limit 100000;

-- insert
insert into "access_rules" ("id", "user_id", "service", "method", "path")
  values (?, ?, ?, ?, ?)
  on conflict do nothing;

-- update
update "access_rules"
  set "user_id" = ?, "service" = ?, "method" = ?, "path" = ?
  where id = ?
  returning *;

-- delete
delete
  from "access_rules"
  where "id" = ?;
