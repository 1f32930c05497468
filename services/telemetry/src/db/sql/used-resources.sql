-- takeUsedResources
insert into "used_resources" ("kind", "resource_id", "deleted_at")
  values (?, ?, ?)
  on conflict ("resource_id", "kind") do update
  set "deleted_at" = coalesce("used_resources"."deleted_at", "excluded"."deleted_at")
  returning *;
