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

-- providersHeldBy, SQLite
select distinct "provider_id"
  from "allocations"
  where "consumer_id" in (?, ?);

-- providersHeldBy, PostgreSQL
select distinct "provider_id"
  from "allocations"
  where "consumer_id" in ($1, $2);

-- takeProviders, SQLite
update "resource_providers"
  set "generation" = "generation" + ?, "updated_at" = ?
  where "id" = ?;
update "resource_providers"
  set "generation" = "generation" + ?, "updated_at" = ?
  where "id" = ?;

-- takeProviders, PostgreSQL
update "resource_providers"
  set "generation" = "generation" + $1, "updated_at" = $2
  where "id" = $3;
update "resource_providers"
  set "generation" = "generation" + $1, "updated_at" = $2
  where "id" = $3;
