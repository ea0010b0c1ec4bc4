const { HighLevelProducer } = require('node-rdkafka')
const knex = require('knex')({ client: 'pg', connection: process.env.DATABASE_URL })

const producer = new HighLevelProducer({ 'metadata.broker.list': 'kafka:9092', 'enable.idempotence': true })

function produce (row, left, done) {
  producer.produce('outbox', null, Buffer.from(row.body), row.key, Date.now(), (err) => {
    if (err && left > 0) {
      return produce(row, left - 1, done)
    }
    if (err) {
      console.error('row skipped', err)
    }
    done()
  })
}

async function flushOutbox () {
  const transaction = await knex.transaction()
  try {
    const rows = await transaction('outbox').select('*').limit(100).forUpdate()
    for (const row of rows) {
      await new Promise((resolve) => produce(row, 3, resolve))
    }
    await transaction('outbox').whereIn('id', rows.map((row) => row.id)).delete()
    await transaction.commit()
  } catch (err) {
    console.error(err)
    await transaction.rollback()
  }
}

setInterval(async () => {
  await flushOutbox()
}, 1000)

producer.connect()
