'use strict'

const { Kafka } = require('kafkajs')

module.exports = async function routes (fastify, { brokers }) {
  const producer = new Kafka({ clientId: 'beds', brokers }).producer({
    transactionalId: 'beds-api',
    idempotent: true,
    maxInFlightRequests: 1
  })

  await producer.connect()
  fastify.addHook('onClose', () => producer.disconnect())

  fastify.put('/wards/:ward/beds/:bed', async (request, reply) => {
    const { ward, bed } = request.params
    const { patient } = request.body

    const tx = await producer.transaction()
    try {
      await tx.send({ topic: 'beds.taken', messages: [{ key: bed, value: patient }] })
      await tx.send({ topic: 'wards.load', messages: [{ key: ward, value: '1' }] })
      await tx.commit()
    } finally {
      if (tx.isActive()) {
        await tx.abort().catch((err) => request.log.error(err, 'abort failed'))
      }
    }

    reply.code(202)
    return { ward, bed, patient }
  })
}
