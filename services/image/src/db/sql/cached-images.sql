-- list, SQLite
select *
  from "cached_images"
  where "node" = ?
  order by "last_accessed", "image_id"
  limit 10000;

-- list, PostgreSQL
select *
  from "cached_images"
  where "node" = $1
  order by "last_accessed", "image_id"
  limit $2;

-- find
select *
  from "cached_images"
  where "node" = ?
  and "image_id" = ?;

-- queue
insert into "cached_images" ("node", "image_id", "key", "size", "hits", "last_accessed", "last_modified")
  values (?, ?, ?, ?, ?, ?, ?)
  on conflict do nothing;

-- filled
update "cached_images"
  set "key" = ?, "size" = ?, "last_modified" = ?
  where "node" = ?
  and "image_id" = ?;

-- hit
update "cached_images"
  set "hits" = "hits" + ?, "last_accessed" = ?
  where "node" = ?
  and "image_id" = ?;

-- remove
delete
  from "cached_images"
  where "node" = ?
  and "image_id" = ?;

-- orphans, SQLite
select *
  from "cached_images"
  where "node" = ?
  and not exists (select "images"."id"
    from "images"
    where "images"."id" = "cached_images"."image_id")
  limit 10000;

-- orphans, PostgreSQL
select *
  from "cached_images"
  where "node" = $1
  and not exists (select "images"."id"
    from "images"
    where "images"."id" = "cached_images"."image_id")
  limit $2;

-- nodesOf, SQLite
select "node"
  from "cached_images"
  where "image_id" = ?
  and "key" is not null
  order by "node"
  limit 10000;

-- nodesOf, PostgreSQL
select "node"
  from "cached_images"
  where "image_id" = $1
  and "key" is not null
  order by "node"
  limit $2;
