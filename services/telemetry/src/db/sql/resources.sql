-- listRevisions
select *
  from (select "id", "type", "original_resource_id", "user_id", "project_id", "created_by_user_id", "created_by_project_id", "started_at", "ended_at", "revision_start", "attributes", 9007199254740991 as "revision", null as "revision_end"
    from "resources") as "revisions"
  order by "id" asc
  limit 10;
select *
  from (select "id", "type", "original_resource_id", "user_id", "project_id", "created_by_user_id", "created_by_project_id", "started_at", "ended_at", "revision_start", "attributes", 9007199254740991 as "revision", null as "revision_end"
    from "resources"
    union all select "id", "type", "original_resource_id", "user_id", "project_id", "created_by_user_id", "created_by_project_id", "started_at", "ended_at", "revision_start", "attributes", "revision", revision_end as "revision_end"
    from "resource_history") as "revisions"
  where project_id = ?
  and (("id" > ?))
  order by "id" asc
  limit 10;

-- findRevision
select *
  from (select "id", "type", "original_resource_id", "user_id", "project_id", "created_by_user_id", "created_by_project_id", "started_at", "ended_at", "revision_start", "attributes", 9007199254740991 as "revision", null as "revision_end"
    from "resources") as "revisions"
  where "id" = ?
  and "revision" = ?;
select *
  from (select "id", "type", "original_resource_id", "user_id", "project_id", "created_by_user_id", "created_by_project_id", "started_at", "ended_at", "revision_start", "attributes", 9007199254740991 as "revision", null as "revision_end"
    from "resources"
    union all select "id", "type", "original_resource_id", "user_id", "project_id", "created_by_user_id", "created_by_project_id", "started_at", "ended_at", "revision_start", "attributes", "revision", revision_end as "revision_end"
    from "resource_history") as "revisions"
  where "id" = ?
  and "revision" = ?;

-- findResources
select *
  from "resources"
  where "id" in (?, ?);

-- insertResource
insert into "resources" ("id", "type", "original_resource_id", "created_by_user_id", "created_by_project_id", "user_id", "project_id", "started_at", "ended_at", "revision_start", "attributes")
  values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
  on conflict ("id") do nothing;

-- reviseResource
insert into "resource_history" ("id", "type", "original_resource_id", "created_by_user_id", "created_by_project_id", "user_id", "project_id", "started_at", "ended_at", "revision_start", "attributes", "revision_end")
  values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?);
update "resources"
  set "type" = ?, "original_resource_id" = ?, "created_by_user_id" = ?, "created_by_project_id" = ?, "user_id" = ?, "project_id" = ?, "started_at" = ?, "ended_at" = ?, "revision_start" = ?, "attributes" = ?
  where "id" = ?;

-- deleteResources
delete
  from "resources"
  where "id" in (?, ?);
