-- list, all
select *
  from "policies"
  where 1 = 1
  limit 100000;

-- list, of a project
select *
  from "policies"
  where 1 = 1
  limit 100000;

-- list, a page after a marker
select *
  from "policies"
  where "policies"."id" in (?)
  limit 100000;
select *
  from "policies"
  where (("id" > ?))
  order by "id" asc
  limit 10;

-- get
select *
  from "policies"
  where "policies"."id" in (?)
  and 1 = 1
  limit 100000;

-- plain
select *
  from "policies"
  where "policies"."id" in (?)
  limit 100000;

-- plainById
select *
  from "policies"
  where "policies"."id" in (?, ?)
  limit 100000;

-- insert
insert into "policies" ("id", "type", "blob", "extra")
  values (?, ?, ?, ?)
  on conflict do nothing;

-- update
update "policies"
  set "type" = ?, "blob" = ?, "extra" = ?
  where id = ?
  returning *;

-- delete
delete
  from "policies"
  where "id" = ?;
