-- factsOfTrees
select "id", "parent_id" as "parentId", "root_id" as "rootId"
  from "resource_providers"
  where "root_id" in (?, ?)
  order by "name";

-- factsOfProviders
select *, (select coalesce(sum("allocations"."used"), 0) as "used"
    from "allocations"
    where "allocations"."provider_id" = "inventories"."provider_id"
    and "allocations"."resource_class" = "inventories"."resource_class") as "used"
  from "inventories"
  where "provider_id" in (?);
select *
  from "provider_traits"
  where "provider_id" in (?)
  order by "trait";
