-- The audit reads the links of landing pages as well.
alter table audit_findings drop constraint audit_findings_kind_check;
alter table audit_findings add constraint audit_findings_kind_check check (kind in (
  'page-links', 'title-long', 'title-duplicate', 'description-missing', 'description-short', 'description-long',
  'description-duplicate', 'image-missing', 'alt-missing', 'headings-missing', 'headings-skipped'
));
