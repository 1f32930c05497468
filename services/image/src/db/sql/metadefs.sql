-- namespace
select "metadef_namespaces".*
  from "metadef_namespaces"
  where ("visibility" = ? or "owner" = ?)
  and "namespace" = ?;

-- namespaces
select "metadef_namespaces".*
  from "metadef_namespaces"
  order by "created_at" desc, "id" desc
  limit 10;
select "metadef_namespaces".*
  from "metadef_namespaces"
  where ("visibility" = ? or "owner" = ?)
  and "visibility" = ?
  and exists (select "metadef_items"."name"
    from "metadef_items"
    where "metadef_items"."namespace_id" = "metadef_namespaces"."id"
    and "metadef_items"."kind" = ?
    and "metadef_items"."name" in (?))
  and ("created_at" < ? or ("created_at" = ?
      and "id" < ?))
  order by "created_at" desc, "id" desc
  limit 10;

-- insertNamespace
insert into "metadef_namespaces" ("id", "namespace", "display_name", "description", "visibility", "protected", "owner", "created_at", "updated_at")
  values (?, ?, ?, ?, ?, ?, ?, ?, ?)
  on conflict do nothing;

-- updateNamespace
update "metadef_namespaces"
  set "description" = ?, "updated_at" = ?
  where "id" = ?;

-- removeNamespace
delete
  from "metadef_namespaces"
  where "id" = ?;

-- items
select *
  from "metadef_items"
  where "namespace_id" in (?, ?)
  order by "name"
  limit 10000;
select *
  from "metadef_items"
  where "namespace_id" in (?)
  and "kind" = ?
  order by "name"
  limit 10000;

-- item
select *
  from "metadef_items"
  where "namespace_id" = ?
  and "kind" = ?
  and "name" = ?;

-- insertItem
insert into "metadef_items" ("namespace_id", "kind", "name", "body", "created_at", "updated_at")
  values (?, ?, ?, ?, ?, ?)
  on conflict do nothing;

-- insertItems
insert into "metadef_items" ("namespace_id", "kind", "name", "body", "created_at", "updated_at")
  values (?, ?, ?, ?, ?, ?), (?, ?, ?, ?, ?, ?);

-- updateItem
update "metadef_items"
  set "name" = ?, "body" = ?, "updated_at" = ?
  where "namespace_id" = ?
  and "kind" = ?
  and "name" = ?;

-- removeItem
delete
  from "metadef_items"
  where "namespace_id" = ?
  and "kind" = ?
  and "name" = ?;

-- removeItems
delete
  from "metadef_items"
  where "namespace_id" = ?
  and "kind" = ?;

-- resourceTypes
select *
  from "metadef_resource_types"
  order by "name"
  limit 10000;

-- ensureResourceType
insert into "metadef_resource_types" ("name", "created_at", "updated_at")
  values (?, ?, ?)
  on conflict do nothing;
