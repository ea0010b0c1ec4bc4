const { CronJob } = require('cron')
const { Kafka } = require('kafkajs')
const { pendingFines, markSent } = require('./fines')

const producer = new Kafka({ clientId: 'fines', brokers: ['localhost:9092'] }).producer({
  transactionalId: 'library-fines',
  idempotent: true,
  maxInFlightRequests: 1
})

function die (err) {
  console.error('library-fines stops, systemd will start it again', err)
  process.exit(1)
}

async function onTick () {
  const fines = await pendingFines()
  if (fines.length === 0) return

  let tx
  try {
    tx = await producer.transaction()
    for (const fine of fines) {
      await tx.send({ topic: 'fines', messages: [{ key: fine.card, value: String(fine.cents) }] })
    }
  } catch (err) {
    if (tx) await tx.abort().catch((e) => console.error('abort failed', e))
    return die(err)
  }

  try {
    await tx.commit()
  } catch (err) {
    return die(err)
  }
  await markSent(fines)
}

producer.connect().then(
  () => new CronJob('0 7 * * *', onTick).start(),
  die
)
