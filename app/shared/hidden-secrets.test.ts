import { expect, test } from 'vitest'
import { hideSecrets } from './hidden-secrets.ts'

test.each([
  ['APP_SECRET', 'opensesame'],
  ['APP_SECRET_PREVIOUS', 'opensesame'],
  ['AI_API_KEY', 'opensesame'],
  ['METRICS_TOKEN', 'opensesame'],
  ['BACKUP_PASSPHRASE', 'opensesame'],
  ['AWS_SECRET_ACCESS_KEY', 'opensesame'],
  ['AWS_SESSION_TOKEN', 'opensesame'],
  ['GOOGLE_SERVICE_ACCOUNT', '{"private_key":"opensesame"}'],
  ['OTEL_EXPORTER_OTLP_HEADERS', 'authorization=opensesame'],
  ['DATABASE_URL', 'postgres://user:opensesame@db.example/news'],
  ['DATABASE_URL', 'postgres://db.example/news?user=me&password=opensesame'],
  ['SMTP_URL', 'smtp://desk:opensesame@mail.example:587?from=a@b.example'],
  ['SMS_WEBHOOK_URL', 'https://sms.example/send?token=opensesame'],
  ['AI_BASE_URL', 'https://opensesame@ai.example/v1'],
  ['DATABASE_URL', 'user:opensesame@db.example/news'],
])('%s=%s shows no secret', (name, value) => {
  expect(hideSecrets(name, value)).not.toContain('opensesame')
})

test.each([
  ['DATABASE_URL', 'postgres://db.example/news'],
  ['BACKUP_KEY_FILE', '/srv/key.txt'],
  ['AWS_ACCESS_KEY_ID', 'AKIA'],
  ['GOOGLE_TOKEN_URL', 'https://oauth2.googleapis.com/token'],
  ['AI_API_KEY', ''],
])('%s=%s is shown as it is', (name, value) => {
  expect(hideSecrets(name, value)).toBe(value)
})
