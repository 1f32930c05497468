-- findCandidates, SQLite
select "rp"."id", "rp"."root_id" as "rootId", "rp"."parent_id" as "parentId", "rp"."generation", "rp"."updated_at" as "updatedAt"
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
select "rp"."id", "rp"."root_id" as "rootId", "rp"."parent_id" as "parentId", "rp"."generation", "rp"."updated_at" as "updatedAt"
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
    where t.provider_id = "rp"."id"
    and t.trait in (?, ?) )
  and exists ( select 1
    from provider_traits as t
    where t.provider_id = "rp"."id"
    and t.trait in (?) )
  and not exists ( select 1
    from provider_traits as t
    where t.provider_id = "rp"."id"
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
select "rp"."id", "rp"."root_id" as "rootId", "rp"."parent_id" as "parentId", "rp"."generation", "rp"."updated_at" as "updatedAt"
  from "resource_providers" as "rp"
  where ("rp"."root_id" in (?, ?) or "rp"."id" in (?))
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
  order by "rp"."name"
  limit 10;

-- findCandidates, PostgreSQL
select "rp"."id", "rp"."root_id" as "rootId", "rp"."parent_id" as "parentId", "rp"."generation", "rp"."updated_at" as "updatedAt"
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
select "rp"."id", "rp"."root_id" as "rootId", "rp"."parent_id" as "parentId", "rp"."generation", "rp"."updated_at" as "updatedAt"
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
    where t.provider_id = "rp"."id"
    and t.trait in ($13, $14) )
  and exists ( select 1
    from provider_traits as t
    where t.provider_id = "rp"."id"
    and t.trait in ($15) )
  and not exists ( select 1
    from provider_traits as t
    where t.provider_id = "rp"."id"
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
select "rp"."id", "rp"."root_id" as "rootId", "rp"."parent_id" as "parentId", "rp"."generation", "rp"."updated_at" as "updatedAt"
  from "resource_providers" as "rp"
  where ("rp"."root_id" in ($1, $2) or "rp"."id" in ($3))
  and exists ( select 1
    from inventories as inv
    where inv.provider_id = rp.id
    and inv.resource_class = $4
    and inv.min_unit <= $5
    and inv.max_unit >= $6
    and $7 % inv.step_size = 0
    and (inv.total - inv.reserved) * inv.allocation_ratio >= $8 + coalesce( (select sum(a.used)
        from allocations as a
        where a.provider_id = rp.id
        and a.resource_class = $9), 0) )
  order by "rp"."name"
  limit $10;

-- findLargeEnough, SQLite
select "rp"."id", "rp"."root_id" as "rootId", "rp"."parent_id" as "parentId", "rp"."name", "rp"."generation", "rp"."updated_at" as "updatedAt"
  from "resource_providers" as "rp"
  where exists ( select 1
    from inventories as inv
    where inv.provider_id = rp.id
    and inv.resource_class = ?
    and inv.min_unit <= ?
    and inv.max_unit >= ?
    and ? % inv.step_size = 0
    and (inv.total - inv.reserved) * inv.allocation_ratio >= ? )
  order by "rp"."name"
  limit 10;
select "rp"."id", "rp"."root_id" as "rootId", "rp"."parent_id" as "parentId", "rp"."name", "rp"."generation", "rp"."updated_at" as "updatedAt"
  from "resource_providers" as "rp"
  where "rp"."name" > ?
  and exists ( select 1
    from inventories as inv
    where inv.provider_id = rp.id
    and inv.resource_class = ?
    and inv.min_unit <= ?
    and inv.max_unit >= ?
    and ? % inv.step_size = 0
    and (inv.total - inv.reserved) * inv.allocation_ratio >= ? )
  and exists ( select 1
    from inventories as inv
    where inv.provider_id = rp.id
    and inv.resource_class = ?
    and inv.min_unit <= ?
    and inv.max_unit >= ?
    and ? % inv.step_size = 0
    and (inv.total - inv.reserved) * inv.allocation_ratio >= ? )
  and exists ( select 1
    from provider_traits as t
    where t.provider_id = "rp"."id"
    and t.trait in (?, ?) )
  and exists ( select 1
    from provider_traits as t
    where t.provider_id = "rp"."id"
    and t.trait in (?) )
  and not exists ( select 1
    from provider_traits as t
    where t.provider_id = "rp"."id"
    and t.trait in (?) )
  and exists ( select 1
    from provider_aggregates as g
    where g.provider_id in (rp.id)
    and g.aggregate_id in (?, ?) )
  and not exists ( select 1
    from provider_aggregates as g
    where g.provider_id in (rp.id)
    and g.aggregate_id in (?) )
  and rp.root_id = (select root_id
    from resource_providers
    where id = ?)
  order by "rp"."name"
  limit 10;

-- findLargeEnough, PostgreSQL
select "rp"."id", "rp"."root_id" as "rootId", "rp"."parent_id" as "parentId", "rp"."name", "rp"."generation", "rp"."updated_at" as "updatedAt"
  from "resource_providers" as "rp"
  where exists ( select 1
    from inventories as inv
    where inv.provider_id = rp.id
    and inv.resource_class = $1
    and inv.min_unit <= $2
    and inv.max_unit >= $3
    and $4 % inv.step_size = 0
    and (inv.total - inv.reserved) * inv.allocation_ratio >= $5 )
  order by "rp"."name"
  limit $6;
select "rp"."id", "rp"."root_id" as "rootId", "rp"."parent_id" as "parentId", "rp"."name", "rp"."generation", "rp"."updated_at" as "updatedAt"
  from "resource_providers" as "rp"
  where "rp"."name" > $1
  and exists ( select 1
    from inventories as inv
    where inv.provider_id = rp.id
    and inv.resource_class = $2
    and inv.min_unit <= $3
    and inv.max_unit >= $4
    and $5 % inv.step_size = 0
    and (inv.total - inv.reserved) * inv.allocation_ratio >= $6 )
  and exists ( select 1
    from inventories as inv
    where inv.provider_id = rp.id
    and inv.resource_class = $7
    and inv.min_unit <= $8
    and inv.max_unit >= $9
    and $10 % inv.step_size = 0
    and (inv.total - inv.reserved) * inv.allocation_ratio >= $11 )
  and exists ( select 1
    from provider_traits as t
    where t.provider_id = "rp"."id"
    and t.trait in ($12, $13) )
  and exists ( select 1
    from provider_traits as t
    where t.provider_id = "rp"."id"
    and t.trait in ($14) )
  and not exists ( select 1
    from provider_traits as t
    where t.provider_id = "rp"."id"
    and t.trait in ($15) )
  and exists ( select 1
    from provider_aggregates as g
    where g.provider_id in (rp.id)
    and g.aggregate_id in ($16, $17) )
  and not exists ( select 1
    from provider_aggregates as g
    where g.provider_id in (rp.id)
    and g.aggregate_id in ($18) )
  and rp.root_id = (select root_id
    from resource_providers
    where id = $19)
  order by "rp"."name"
  limit $20;

-- findTrees, SQLite
select "root"."id", "root"."name"
  from "resource_providers" as "root"
  where "root"."root_id" = "root"."id"
  and "root"."name" > ?
  and root.id = (select root_id
    from resource_providers
    where id = ?)
  and exists ( select 1
    from provider_traits as t
    where t.provider_id = "root"."id"
    and t.trait in (?, ?) )
  and not exists ( select 1
    from provider_traits as t
    where t.provider_id = "root"."id"
    and t.trait in (?) )
  and exists (select 1
    from resource_providers as rp
    where rp.root_id = root.id
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
          and a.resource_class = ?), 0) ))
  and (exists (select 1
      from resource_providers as rp
      where rp.root_id = root.id
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
        where t.provider_id = "rp"."id"
        and t.trait in (?, ?) )
      and exists ( select 1
        from provider_traits as t
        where t.provider_id = "rp"."id"
        and t.trait in (?) )
      and not exists ( select 1
        from provider_traits as t
        where t.provider_id = "rp"."id"
        and t.trait in (?) )
      and exists ( select 1
        from provider_aggregates as g
        where g.provider_id in (rp.id)
        and g.aggregate_id in (?, ?) )
      and not exists ( select 1
        from provider_aggregates as g
        where g.provider_id in (rp.id)
        and g.aggregate_id in (?) )
      and rp.root_id = (select root_id
        from resource_providers
        where id = ?)) or exists ( select 1
      from provider_aggregates as of_sharer join provider_aggregates as of_member on of_member.aggregate_id = of_sharer.aggregate_id join resource_providers as member on member.id = of_member.provider_id
      where of_sharer.provider_id in (?)
      and member.root_id = root.id ))
  order by "root"."name"
  limit 100;

-- findTrees, PostgreSQL
select "root"."id", "root"."name"
  from "resource_providers" as "root"
  where "root"."root_id" = "root"."id"
  and "root"."name" > $1
  and root.id = (select root_id
    from resource_providers
    where id = $2)
  and exists ( select 1
    from provider_traits as t
    where t.provider_id = "root"."id"
    and t.trait in ($3, $4) )
  and not exists ( select 1
    from provider_traits as t
    where t.provider_id = "root"."id"
    and t.trait in ($5) )
  and exists (select 1
    from resource_providers as rp
    where rp.root_id = root.id
    and exists ( select 1
      from inventories as inv
      where inv.provider_id = rp.id
      and inv.resource_class = $6
      and inv.min_unit <= $7
      and inv.max_unit >= $8
      and $9 % inv.step_size = 0
      and (inv.total - inv.reserved) * inv.allocation_ratio >= $10 + coalesce( (select sum(a.used)
          from allocations as a
          where a.provider_id = rp.id
          and a.resource_class = $11), 0) ))
  and (exists (select 1
      from resource_providers as rp
      where rp.root_id = root.id
      and exists ( select 1
        from inventories as inv
        where inv.provider_id = rp.id
        and inv.resource_class = $12
        and inv.min_unit <= $13
        and inv.max_unit >= $14
        and $15 % inv.step_size = 0
        and (inv.total - inv.reserved) * inv.allocation_ratio >= $16 + coalesce( (select sum(a.used)
            from allocations as a
            where a.provider_id = rp.id
            and a.resource_class = $17), 0) )
      and exists ( select 1
        from inventories as inv
        where inv.provider_id = rp.id
        and inv.resource_class = $18
        and inv.min_unit <= $19
        and inv.max_unit >= $20
        and $21 % inv.step_size = 0
        and (inv.total - inv.reserved) * inv.allocation_ratio >= $22 + coalesce( (select sum(a.used)
            from allocations as a
            where a.provider_id = rp.id
            and a.resource_class = $23), 0) )
      and exists ( select 1
        from provider_traits as t
        where t.provider_id = "rp"."id"
        and t.trait in ($24, $25) )
      and exists ( select 1
        from provider_traits as t
        where t.provider_id = "rp"."id"
        and t.trait in ($26) )
      and not exists ( select 1
        from provider_traits as t
        where t.provider_id = "rp"."id"
        and t.trait in ($27) )
      and exists ( select 1
        from provider_aggregates as g
        where g.provider_id in (rp.id)
        and g.aggregate_id in ($28, $29) )
      and not exists ( select 1
        from provider_aggregates as g
        where g.provider_id in (rp.id)
        and g.aggregate_id in ($30) )
      and rp.root_id = (select root_id
        from resource_providers
        where id = $31)) or exists ( select 1
      from provider_aggregates as of_sharer join provider_aggregates as of_member on of_member.aggregate_id = of_sharer.aggregate_id join resource_providers as member on member.id = of_member.provider_id
      where of_sharer.provider_id in ($32)
      and member.root_id = root.id ))
  order by "root"."name"
  limit $33;
