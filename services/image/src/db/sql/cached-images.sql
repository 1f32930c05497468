-- list
select *
  from "cached_images"
  where "node" = ?
  order by "last_accessed", "image_id"
  limit 10000;

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

-- orphans
select *
  from "cached_images"
  where "node" = ?
  and not exists (select "images"."id"
    from "images"
    where "images"."id" = "cached_images"."image_id")
  limit 10000;

-- nodesOf
select "node"
  from "cached_images"
  where "image_id" = ?
  and "key" is not null
  order by "node"
  limit 10000;
