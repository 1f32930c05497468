-- findCandidates, SQLite
select "rp"."id", "rp"."root_id" as "rootId", "rp"."parent_id" as "parentId"
  from "resource_providers" as "rp"
  where exists ( select 1
    from inventories as inv
    where inv.provider_id = rp.id
    and inv.resource_class = ?
    and inv.min_unit <= ?
    and inv.max_unit >= ?
    and ? % inv.step_size = 0
    and (inv.total - inv.reserved) * inv.allocation_ratio >= ? + coalesce( (select sum(a.used)
        from allocations as a
        where a.provider_id = rp.id
        and a.resource_class = ?), 0) )
  order by "rp"."name"
  limit 10;
select "rp"."id", "rp"."root_id" as "rootId", "rp"."parent_id" as "parentId"
  from "resource_providers" as "rp"
  where exists ( select 1
    from inventories as inv
    where inv.provider_id = rp.id
    and inv.resource_class = ?
    and inv.min_unit <= ?
    and inv.max_unit >= ?
    and ? % inv.step_size = 0
    and (inv.total - inv.reserved) * inv.allocation_ratio >= ? + coalesce( (select sum(a.used)
        from allocations as a
        where a.provider_id = rp.id
        and a.resource_class = ?), 0) )
  and exists ( select 1
    from inventories as inv
    where inv.provider_id = rp.id
    and inv.resource_class = ?
    and inv.min_unit <= ?
    and inv.max_unit >= ?
    and ? % inv.step_size = 0
    and (inv.total - inv.reserved) * inv.allocation_ratio >= ? + coalesce( (select sum(a.used)
        from allocations as a
        where a.provider_id = rp.id
        and a.resource_class = ?), 0) )
  and exists ( select 1
    from provider_traits as t
    where t.provider_id = rp.id
    and t.trait in (?, ?) )
  and exists ( select 1
    from provider_traits as t
    where t.provider_id = rp.id
    and t.trait in (?) )
  and not exists ( select 1
    from provider_traits as t
    where t.provider_id = rp.id
    and t.trait in (?) )
  and exists ( select 1
    from provider_aggregates as g
    where g.provider_id in (rp.id, rp.root_id)
    and g.aggregate_id in (?, ?) )
  and not exists ( select 1
    from provider_aggregates as g
    where g.provider_id in (rp.id, rp.root_id)
    and g.aggregate_id in (?) )
  and rp.root_id = (select root_id
    from resource_providers
    where id = ?)
  order by "rp"."name"
  limit 10;

-- findCandidates, PostgreSQL
select "rp"."id", "rp"."root_id" as "rootId", "rp"."parent_id" as "parentId"
  from "resource_providers" as "rp"
  where exists ( select 1
    from inventories as inv
    where inv.provider_id = rp.id
    and inv.resource_class = $1
    and inv.min_unit <= $2
    and inv.max_unit >= $3
    and $4 % inv.step_size = 0
    and (inv.total - inv.reserved) * inv.allocation_ratio >= $5 + coalesce( (select sum(a.used)
        from allocations as a
        where a.provider_id = rp.id
        and a.resource_class = $6), 0) )
  order by "rp"."name"
  limit $7;
select "rp"."id", "rp"."root_id" as "rootId", "rp"."parent_id" as "parentId"
  from "resource_providers" as "rp"
  where exists ( select 1
    from inventories as inv
    where inv.provider_id = rp.id
    and inv.resource_class = $1
    and inv.min_unit <= $2
    and inv.max_unit >= $3
    and $4 % inv.step_size = 0
    and (inv.total - inv.reserved) * inv.allocation_ratio >= $5 + coalesce( (select sum(a.used)
        from allocations as a
        where a.provider_id = rp.id
        and a.resource_class = $6), 0) )
  and exists ( select 1
    from inventories as inv
    where inv.provider_id = rp.id
    and inv.resource_class = $7
    and inv.min_unit <= $8
    and inv.max_unit >= $9
    and $10 % inv.step_size = 0
    and (inv.total - inv.reserved) * inv.allocation_ratio >= $11 + coalesce( (select sum(a.used)
        from allocations as a
        where a.provider_id = rp.id
        and a.resource_class = $12), 0) )
  and exists ( select 1
    from provider_traits as t
    where t.provider_id = rp.id
    and t.trait in ($13, $14) )
  and exists ( select 1
    from provider_traits as t
    where t.provider_id = rp.id
    and t.trait in ($15) )
  and not exists ( select 1
    from provider_traits as t
    where t.provider_id = rp.id
    and t.trait in ($16) )
  and exists ( select 1
    from provider_aggregates as g
    where g.provider_id in (rp.id, rp.root_id)
    and g.aggregate_id in ($17, $18) )
  and not exists ( select 1
    from provider_aggregates as g
    where g.provider_id in (rp.id, rp.root_id)
    and g.aggregate_id in ($19) )
  and rp.root_id = (select root_id
    from resource_providers
    where id = $20)
  order by "rp"."name"
  limit $21;
