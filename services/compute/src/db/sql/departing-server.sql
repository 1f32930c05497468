-- departingServer
select "instances".*, "open"."id" as "migration_id", "open"."source_compute"
  from "instances"
  left join "migrations" as "open" on "open"."id" = (select "moves"."id"
    from "migrations" as "moves"
    where "moves"."server_id" = ?
    and "moves"."status" in (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
    order by "moves"."created_at" desc, "moves"."id" desc
    limit 1)
  where "instances"."id" = ?
  and "instances"."deleted_at" is null;
