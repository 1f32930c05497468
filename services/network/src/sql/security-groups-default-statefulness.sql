-- list, all
select *
  from "security_groups_default_statefulness"
  where 1 = 1
  limit 100000;

-- list, of a project
select *
  from "security_groups_default_statefulness"
  where "security_groups_default_statefulness"."project_id" = ?
  limit 100000;

-- list, a page after a marker
select *
  from "security_groups_default_statefulness"
  where "security_groups_default_statefulness"."id" in (?)
  limit 100000;
select *
  from "security_groups_default_statefulness"
  where (("id" > ?))
  order by "id" asc
  limit 10;

-- get
select *
  from "security_groups_default_statefulness"
  where "security_groups_default_statefulness"."id" in (?)
  and "security_groups_default_statefulness"."project_id" = ?
  limit 100000;

-- plain
select *
  from "security_groups_default_statefulness"
  where "security_groups_default_statefulness"."id" in (?)
  limit 100000;

-- plainById
select *
  from "security_groups_default_statefulness"
  where "security_groups_default_statefulness"."id" in (?, ?)
  limit 100000;

-- insert
insert into "security_groups_default_statefulness" ("id", "project_id", "stateful")
  values (?, ?, ?)
  on conflict do nothing;

-- update
update "security_groups_default_statefulness"
  set "project_id" = ?, "stateful" = ?
  where id = ?
  returning *;

-- delete
delete
  from "security_groups_default_statefulness"
  where "id" = ?;
