-- findProvider
select *
  from "resource_providers"
  where "id" = ?;

-- findProviders
select *
  from "resource_providers"
  where "id" in (?, ?)
  order by "id";

-- needProvider
select *
  from "resource_providers"
  where "id" = ?;
/* Fault */

-- bumpGeneration
update "resource_providers"
  set "generation" = ?, "updated_at" = ?
  where "id" = ?
  and "generation" = ?;

-- touchProvider
update "resource_providers"
  set "generation" = ?, "updated_at" = ?
  where "id" = ?
  and "generation" = ?;

-- inventoriesOf
select *
  from "inventories"
  where "provider_id" in (?, ?);

-- usedInventoriesOf
select *, (select coalesce(sum("allocations"."used"), 0) as "used"
    from "allocations"
    where "allocations"."provider_id" = "inventories"."provider_id"
    and "allocations"."resource_class" = "inventories"."resource_class") as "used"
  from "inventories"
  where "provider_id" in (?, ?);

-- usagesOf
select "provider_id", "resource_class", sum("used") as "used"
  from "allocations"
  where "provider_id" in (?, ?)
  group by "provider_id", "resource_class";

-- traitsOf
select *
  from "provider_traits"
  where "provider_id" in (?, ?)
  order by "trait";
