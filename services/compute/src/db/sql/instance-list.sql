-- listInstances
select *
  from "instances"
  where (("project_id" in (?) or "project_id" is null)
    and not coalesce((lower("name") like lower(?) escape '\'), 1 = 0)
    and "created_at" >= ?)
  order by "created_at" desc, "id" desc
  limit 10;
select *
  from "instances"
  where "name" is not null
  and ((("created_at" < ? or "created_at" is null)) or ("created_at" = ?
      and ("id" < ? or "id" is null)))
  order by "created_at" desc, "id" desc
  limit 500;
