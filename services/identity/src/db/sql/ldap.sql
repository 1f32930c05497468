-- knownAs
select "domain_id", "local_id"
  from "id_mapping"
  where "public_id" = ?;

-- remember
insert into "id_mapping" ("domain_id", "entity_type", "local_id", "public_id")
  values (?, ?, ?, ?)
  on conflict do nothing;

-- publicIds
select "public_id"
  from "id_mapping"
  where "domain_id" = ?
  and "entity_type" = ?
  and "public_id" > ?
  order by "public_id"
  limit 10000;

-- forget
delete
  from "id_mapping"
  where "public_id" = ?;

-- freeName
update "users"
  set "name" = "id"
  where "domain_id" = ?
  and "name" = ?
  and "id" <> ?;
