-- takeConsumers, SQLite
select *
  from "consumers"
  where "id" in (?, ?)
  order by "id";

-- takeConsumers, PostgreSQL
select *
  from "consumers"
  where "id" in ($1, $2)
  order by "id"
  for update;

-- providersHeldBy
select distinct "provider_id"
  from "allocations"
  where "consumer_id" in (?, ?);

-- takeProviders
update "resource_providers"
  set "generation" = "generation" + ?, "updated_at" = ?
  where "id" = ?;
update "resource_providers"
  set "generation" = "generation" + ?, "updated_at" = ?
  where "id" = ?;
