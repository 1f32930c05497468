-- insertContainer
insert into "containers" ("id", "project_id", "creator_id", "status", "created", "updated", "name", "type")
  values (?, ?, ?, ?, ?, ?, ?, ?);
insert into "container_secrets" ("container_id", "secret_id", "name", "position")
  values (?, ?, ?, ?);

-- findContainer
select *
  from "containers"
  where "id" = ?;

-- takeContainer, SQLite
select "id"
  from "containers"
  where "id" = ?;

-- takeContainer, PostgreSQL
select "id"
  from "containers"
  where "id" = $1
  for update;

-- deleteContainer
delete
  from "container_secrets"
  where "container_id" = ?;
delete
  from "container_consumers"
  where "container_id" = ?;
delete
  from "acl_users"
  where "owner_id" = ?;
delete
  from "acls"
  where "owner_id" = ?;
delete
  from "containers"
  where "id" = ?;

-- listContainers
select count(*) as "total"
  from "containers"
  where "project_id" = ?
  and "name" = ?
  and type = ?;
select *
  from "containers"
  where "project_id" = ?
  and "name" = ?
  and type = ?
  order by "created", "id"
  limit 10
  offset 20;

-- secretsIn
select *
  from "container_secrets"
  where "container_id" in (?, ?)
  order by "position", "secret_id";

-- consumersOfContainers
select *
  from "container_consumers"
  where "container_id" in (?, ?)
  order by "created", "id";

-- putSecretIn
insert into "container_secrets" ("container_id", "secret_id", "name", "position")
  values (?, ?, ?, ?);

-- takeSecretOut
delete
  from "container_secrets"
  where "container_id" = ?
  and "secret_id" = ?
  and "name" = ?;
