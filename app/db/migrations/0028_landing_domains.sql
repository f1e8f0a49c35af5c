-- A domain shows the landing pages of one account alone.
create unique index seo_settings_site_domain_key on seo_settings (site_domain) where site_domain <> '';
alter table seo_settings add column domain_seen_at timestamptz; -- when it last led here; null: it does not
alter table seo_settings add column domain_checked_at timestamptz; -- null: since it was set, nobody has looked
create index seo_settings_domain_checked_idx on seo_settings (domain_checked_at nulls first) where site_domain <> '';
