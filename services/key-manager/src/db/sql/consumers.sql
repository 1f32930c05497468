-- insertSecretConsumer
insert into "secret_consumers" ("id", "project_id", "created", "service", "resource_type", "resource_id", "secret_id")
  values (?, ?, ?, ?, ?, ?, ?)
  on conflict do nothing;

-- insertContainerConsumer
insert into "container_consumers" ("id", "project_id", "created", "name", "url", "container_id")
  values (?, ?, ?, ?, ?, ?)
  on conflict do nothing;

-- findSecretConsumer
select *
  from "secret_consumers"
  where "secret_id" = ?
  and "service" = ?
  and "resource_type" = ?
  and "resource_id" = ?;

-- findContainerConsumer
select *
  from "container_consumers"
  where "container_id" = ?
  and "name" = ?
  and "url" = ?;

-- containerConsumerById
select *
  from "container_consumers"
  where "container_id" = ?
  and "id" = ?;

-- deleteConsumer
delete
  from "secret_consumers"
  where "id" = ?;

-- listSecretConsumers
select count(*) as "total"
  from "secret_consumers"
  where "secret_id" = ?;
select *
  from "secret_consumers"
  where "secret_id" = ?
  order by "created", "id"
  limit 10
  offset 20;

-- listContainerConsumers
select count(*) as "total"
  from "container_consumers"
  where "container_id" = ?;
select *
  from "container_consumers"
  where "container_id" = ?
  order by "created", "id"
  limit 10
  offset 20;
