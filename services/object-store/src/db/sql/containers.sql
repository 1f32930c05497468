-- find
select *
  from "containers"
  where "account" = ?
  and "name" = ?;

-- withId
select *
  from "containers"
  where "id" = ?;

-- named
select *
  from "containers"
  where "name" = ?
  limit 10;

-- withMetadata
select *
  from "containers"
  where "metadata" like ?
  and "id" > ?
  order by "id"
  limit 10;

-- create
insert into "containers" ("id", "account", "name", "created_at", "updated_at", "metadata", "policy", "object_count", "bytes_used")
  values (?, ?, ?, ?, ?, ?, ?, ?, ?)
  on conflict do nothing;

-- setMetadata
update "containers"
  set "metadata" = ?, "updated_at" = ?
  where "id" = ?;

-- take
update "containers"
  set "object_count" = "object_count"
  where "id" = ?;

-- count
update "containers"
  set "object_count" = "object_count" + ?, "bytes_used" = "bytes_used" + ?
  where "id" = ?;

-- removeEmpty
delete
  from "containers"
  where "id" = ?
  and "object_count" = ?
  and not exists (select "name"
    from "object_versions"
    where "container_id" = "containers"."id");
