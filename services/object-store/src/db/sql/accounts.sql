-- find
select *
  from "accounts"
  where "name" = ?;

-- create
insert into "accounts" ("name", "created_at", "metadata")
  values (?, ?, ?)
  on conflict do nothing;

-- take
update "accounts"
  set "created_at" = "created_at"
  where "name" = ?;

-- setMetadata
update "accounts"
  set "metadata" = ?
  where "name" = ?;

-- remove
delete
  from "accounts"
  where "name" = ?;

-- totals
select count(*) as "containers", sum("object_count") as "objects", sum("bytes_used") as "bytes"
  from "containers"
  where "account" in (?);

-- totalsByPolicy
select "policy", count(*) as "containers", sum("object_count") as "objects", sum("bytes_used") as "bytes"
  from "containers"
  where "account" = ?
  group by "policy"
  order by "policy";
