-- list, all
select *
  from "oauth_consumers"
  where 1 = 1
  limit 100000;

-- list, of a project
select *
  from "oauth_consumers"
  where 1 = 1
  limit 100000;

-- list, a page after a marker
select *
  from "oauth_consumers"
  where "oauth_consumers"."id" in (?)
  limit 100000;
select *
  from "oauth_consumers"
  where (("id" > ?))
  order by "id" asc
  limit 10;

-- get
select *
  from "oauth_consumers"
  where "oauth_consumers"."id" in (?)
  and 1 = 1
  limit 100000;

-- plain
select *
  from "oauth_consumers"
  where "oauth_consumers"."id" in (?)
  limit 100000;

-- plainById
select *
  from "oauth_consumers"
  where "oauth_consumers"."id" in (?, ?)
  limit 100000;

-- insert
insert into "oauth_consumers" ("id", "description", "secret", "extra")
  values (?, ?, ?, ?)
  on conflict do nothing;

-- update
update "oauth_consumers"
  set "description" = ?, "secret" = ?, "extra" = ?
  where id = ?
  returning *;

-- delete
delete
  from "oauth_consumers"
  where "id" = ?;
