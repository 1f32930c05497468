-- insertSecret
insert into "secrets" ("id", "project_id", "creator_id", "status", "created", "updated", "name", "secret_type", "expiration", "algorithm", "bit_length", "mode", "content_type", "kek_id", "sealed")
  values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?);

-- findSecret
select *
  from "secrets"
  where "id" = ?
  and ("expiration" is null or "expiration" > ?);

-- takeSecret, SQLite
select "id"
  from "secrets"
  where "id" = ?;

-- takeSecret, PostgreSQL
select "id"
  from "secrets"
  where "id" = $1
  for update;

-- fillSecret
update "secrets"
  set "content_type" = ?, "kek_id" = ?, "sealed" = ?, "updated" = ?
  where "id" = ?
  and "sealed" is null;

-- deleteSecret
delete
  from "secret_metadata"
  where "secret_id" = ?;
delete
  from "secret_consumers"
  where "secret_id" = ?;
delete
  from "container_secrets"
  where "secret_id" = ?;
delete
  from "acl_users"
  where "owner_id" = ?;
delete
  from "acls"
  where "owner_id" = ?;
delete
  from "secrets"
  where "id" = ?;

-- listSecrets
select count(*) as "total"
  from "secrets";
select *
  from "secrets"
  order by "created" desc
  limit 10
  offset 20;

-- consumersOfSecrets
select *
  from "secret_consumers"
  where "secret_id" in (?, ?)
  order by "created", "id";

-- metadataOf
select "key", "value"
  from "secret_metadata"
  where "secret_id" = ?
  order by "key";

-- setMetadata
insert into "secret_metadata" ("secret_id", "key", "value")
  values (?, ?, ?)
  on conflict ("secret_id", "key") do update
  set "value" = ?;

-- removeMetadata
delete
  from "secret_metadata"
  where "secret_id" = ?
  and "key" = ?;
