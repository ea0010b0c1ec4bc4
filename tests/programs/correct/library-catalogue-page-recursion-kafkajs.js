'use strict'

const { Kafka } = require('kafkajs')

const producer = new Kafka({ clientId: 'catalogue', brokers: ['kafka:9092'] }).producer({
  transactionalId: 'library-catalogue',
  idempotent: true,
  maxInFlightRequests: 1
})

async function fetchPage (url) {
  const response = await fetch(url)
  if (!response.ok) {
    throw new Error(`${url}: ${response.status}`)
  }
  return response.json()
}

async function publishPage ({ books }) {
  const tx = await producer.transaction()
  try {
    await tx.send({
      topic: 'library.books',
      messages: books.map((book) => ({ key: book.isbn, value: JSON.stringify(book) }))
    })
  } catch (err) {
    await tx.abort().catch((abortErr) => console.error('page not rolled back', abortErr))
    throw err
  }
  await tx.commit()
  return books.length
}

async function publishFrom (url) {
  const page = await fetchPage(url)
  const published = await publishPage(page)
  return page.next ? published + await publishFrom(page.next) : published
}

exports.run = async function run (url) {
  await producer.connect()
  try {
    return await publishFrom(url)
  } finally {
    await producer.disconnect()
  }
}
