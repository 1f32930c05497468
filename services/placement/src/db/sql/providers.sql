-- findProvider, SQLite
select *
  from "resource_providers"
  where "id" = ?;

-- findProvider, PostgreSQL
select *
  from "resource_providers"
  where "id" = $1;

-- findProviders, SQLite
select *
  from "resource_providers"
  where "id" in (?, ?)
  order by "id";

-- findProviders, PostgreSQL
select *
  from "resource_providers"
  where "id" in ($1, $2)
  order by "id";

-- needProvider, SQLite
select *
  from "resource_providers"
  where "id" = ?;

-- needProvider, PostgreSQL
select *
  from "resource_providers"
  where "id" = $1;

-- bumpGeneration, SQLite
update "resource_providers"
  set "generation" = ?, "updated_at" = ?
  where "id" = ?
  and "generation" = ?;

-- bumpGeneration, PostgreSQL
update "resource_providers"
  set "generation" = $1, "updated_at" = $2
  where "id" = $3
  and "generation" = $4;

-- inventoriesOf, SQLite
select *
  from "inventories"
  where "provider_id" in (?, ?);

-- inventoriesOf, PostgreSQL
select *
  from "inventories"
  where "provider_id" in ($1, $2);

-- usedInventoriesOf, SQLite
select *, (select coalesce(sum("allocations"."used"), 0) as "used"
    from "allocations"
    where "allocations"."provider_id" = "inventories"."provider_id"
    and "allocations"."resource_class" = "inventories"."resource_class") as "used"
  from "inventories"
  where "provider_id" in (?, ?);

-- usedInventoriesOf, PostgreSQL
select *, (select coalesce(sum("allocations"."used"), 0) as "used"
    from "allocations"
    where "allocations"."provider_id" = "inventories"."provider_id"
    and "allocations"."resource_class" = "inventories"."resource_class") as "used"
  from "inventories"
  where "provider_id" in ($1, $2);

-- usagesOf, SQLite
select "provider_id", "resource_class", sum("used") as "used"
  from "allocations"
  where "provider_id" in (?, ?)
  group by "provider_id", "resource_class";

-- usagesOf, PostgreSQL
select "provider_id", "resource_class", sum("used") as "used"
  from "allocations"
  where "provider_id" in ($1, $2)
  group by "provider_id", "resource_class";

-- traitsOf, SQLite
select *
  from "provider_traits"
  where "provider_id" in (?, ?)
  order by "trait";

-- traitsOf, PostgreSQL
select *
  from "provider_traits"
  where "provider_id" in ($1, $2)
  order by "trait";
