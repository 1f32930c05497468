-- secretsNotSealedBy
select "id", "kek_id", "sealed"
  from "secrets"
  where "project_id" = ?
  and "kek_id" <> ?
  order by "id"
  limit 10;

-- resealSecret
update "secrets"
  set "kek_id" = ?, "sealed" = ?
  where "id" = ?
  and "kek_id" = ?;
