-- areAllAlone
select 1 as "one"
  from "resource_providers"
  where "parent_id" > ?
  union all select 1 as "one"
  from "provider_traits"
  where "trait" = ?
  limit 1;

-- sharersByRoot
select distinct "t"."provider_id" as "sharer", "member"."root_id" as "root"
  from "provider_traits" as "t"
  inner join "provider_aggregates" as "of_sharer" on "of_sharer"."provider_id" = "t"."provider_id"
  inner join "provider_aggregates" as "of_member" on "of_member"."aggregate_id" = "of_sharer"."aggregate_id"
  inner join "resource_providers" as "member" on "member"."id" = "of_member"."provider_id"
  where "t"."trait" = ?
  order by "root", "sharer"
  limit 100000;
