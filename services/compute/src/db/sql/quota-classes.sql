-- limitsOf
select "resource", "hard_limit"
  from "quota_classes"
  where "class_name" = ?
  order by "resource"
  limit 100;

-- set
insert into "quota_classes" ("class_name", "resource", "hard_limit")
  values (?, ?, ?), (?, ?, ?)
  on conflict ("class_name", "resource") do update
  set "hard_limit" = "excluded"."hard_limit";
