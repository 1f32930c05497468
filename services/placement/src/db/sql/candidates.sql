-- findCandidates
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

-- findFitting
select "rp"."id", "rp"."name", "rp"."generation", "rp"."updated_at" as "updatedAt"
  from "resource_providers" as "rp"
  order by "rp"."name"
  limit 10;
select "rp"."id", "rp"."name", "rp"."generation", "rp"."updated_at" as "updatedAt"
  from "resource_providers" as "rp"
  where "rp"."name" > ?
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

-- findTrees
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
