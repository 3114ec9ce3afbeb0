#!/usr/bin/env node
import '../dist/surface/cli/main.js'
