{{- define "clipwright.name" -}}
{{- .Release.Name | trunc 40 | trimSuffix "-" -}}
{{- end -}}

{{- define "clipwright.selector" -}}
app.kubernetes.io/name: clipwright
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end -}}

{{- define "clipwright.labels" -}}
{{ include "clipwright.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version }}
{{- end -}}

{{- define "clipwright.image" -}}
{{- $image := .Values.image -}}
{{- if $image.digest -}}
{{ $image.repository }}@{{ $image.digest }}
{{- else -}}
{{ $image.repository }}:{{ $image.tag | default .Chart.AppVersion }}
{{- end -}}
{{- end -}}

{{/* The settings that are files of a Secret. */}}
{{- define "clipwright.secretNames" -}}
{{- $names := .Values.secret.names -}}
{{- if .Values.postgresql.enabled -}}{{- $names = without $names "DATABASE_URL" -}}{{- end -}}
{{- $names | toJson -}}
{{- end -}}

{{/* How long a pod may take to stop: what the program does within DRAIN_SECONDS, STOP_PATIENCE_SECONDS (10) and 15 s, and some air. */}}
{{- define "clipwright.grace" -}}
{{- $own := .own | default dict -}}
{{- $patience := (get $own "STOP_PATIENCE_SECONDS") | default (get .root.Values.settings "STOP_PATIENCE_SECONDS") | default 10 -}}
{{- $drain := (get $own "DRAIN_SECONDS") | default (get .root.Values.settings "DRAIN_SECONDS") | default 0 -}}
{{- add (int $patience) (int $drain) 25 -}}
{{- end -}}

{{/* A pod of one of the two processes: dict "root" $ "process" "serve" or "work" */}}
{{- define "clipwright.pod" -}}
{{- $root := .root -}}
{{- $process := .process -}}
{{- $own := get $root.Values $process -}}
{{- $settings := merge (dict) ($own.settings | default dict) $root.Values.settings -}}
{{- $names := include "clipwright.secretNames" $root | fromJsonArray -}}
metadata:
  labels:
    {{- include "clipwright.labels" $root | nindent 4 }}
    app.kubernetes.io/component: {{ $process }}
  annotations:
    # A change of these replaces the pods, since they are read at the start.
    checksum/settings: {{ list $settings $root.Values.engines $root.Values.secret.revision | toJson | sha256sum }}
    {{- with $own.podAnnotations }}
    {{- toYaml . | nindent 4 }}
    {{- end }}
spec:
  serviceAccountName: {{ include "clipwright.name" $root }}
  automountServiceAccountToken: false
  enableServiceLinks: false
  terminationGracePeriodSeconds: {{ include "clipwright.grace" (dict "root" $root "own" $own.settings) }}
  securityContext:
    runAsNonRoot: true
    runAsUser: 10001
    runAsGroup: 10001
    fsGroup: 10001
    seccompProfile: { type: RuntimeDefault }
  {{- with $root.Values.image.pullSecrets }}
  imagePullSecrets:
    {{- range . }}
    - name: {{ . }}
    {{- end }}
  {{- end }}
  topologySpreadConstraints:
    - maxSkew: 1
      topologyKey: topology.kubernetes.io/zone
      whenUnsatisfiable: ScheduleAnyway
      labelSelector:
        matchLabels:
          {{- include "clipwright.selector" $root | nindent 10 }}
          app.kubernetes.io/component: {{ $process }}
    - maxSkew: 1
      topologyKey: kubernetes.io/hostname
      whenUnsatisfiable: ScheduleAnyway
      labelSelector:
        matchLabels:
          {{- include "clipwright.selector" $root | nindent 10 }}
          app.kubernetes.io/component: {{ $process }}
  {{- with $own.nodeSelector }}
  nodeSelector: {{- toYaml . | nindent 4 }}
  {{- end }}
  {{- with $own.tolerations }}
  tolerations: {{- toYaml . | nindent 4 }}
  {{- end }}
  {{- with $own.affinity }}
  affinity: {{- toYaml . | nindent 4 }}
  {{- end }}
  containers:
    - name: {{ $process }}
      image: {{ include "clipwright.image" $root | quote }}
      imagePullPolicy: {{ $root.Values.image.pullPolicy }}
      args: [{{ $process }}]
      env:
        {{- range $name, $value := $settings }}
        - name: {{ $name }}
          value: {{ $value | toString | quote }}
        {{- end }}
        {{- range $names }}
        - name: {{ . }}_FILE
          value: /run/secrets/clipwright/{{ . }}
        {{- end }}
        {{- if $root.Values.postgresql.enabled }}
        - name: DATABASE_URL_FILE
          value: /run/secrets/clipwright/DATABASE_URL
        {{- end }}
        {{- if $root.Values.engines }}
        - name: ENGINES_FILE
          value: /etc/clipwright/engines.yaml
        {{- end }}
      ports:
        {{- if eq $process "serve" }}
        - name: http
          containerPort: 8080
        {{- end }}
        - name: metrics
          containerPort: 9640
      {{- if eq $process "serve" }}
      # Due migrations run before it listens, under a lock, in whichever pod comes first: half an hour for them.
      startupProbe:
        httpGet: { path: /healthz, port: http }
        periodSeconds: 5
        failureThreshold: 360
      livenessProbe:
        httpGet: { path: /healthz, port: http }
        periodSeconds: 10
        timeoutSeconds: 5
        failureThreshold: 6
      # Not ready while the database or the bucket is away.
      readinessProbe:
        httpGet: { path: /readyz, port: http }
        periodSeconds: 5
        timeoutSeconds: 5
        failureThreshold: 2
      {{- else }}
      startupProbe:
        tcpSocket: { port: metrics }
        periodSeconds: 5
        failureThreshold: 360
      # Whether it lives, and not whether its database does: restarting it would mend nothing.
      livenessProbe:
        tcpSocket: { port: metrics }
        periodSeconds: 10
        timeoutSeconds: 5
        failureThreshold: 6
      {{- end }}
      resources: {{- toYaml $own.resources | nindent 8 }}
      securityContext:
        allowPrivilegeEscalation: false
        readOnlyRootFilesystem: true
        capabilities: { drop: [ALL] }
      volumeMounts:
        - { name: tmp, mountPath: /tmp }
        - { name: data, mountPath: /data }
        - { name: secrets, mountPath: /run/secrets/clipwright, readOnly: true }
        {{- if $root.Values.engines }}
        - { name: engines, mountPath: /etc/clipwright, readOnly: true }
        {{- end }}
  volumes:
    - name: tmp
      emptyDir: {}
    # What waits to be stored; what has been stored is in the bucket.
    - name: data
      emptyDir: {}
    - name: secrets
      projected:
        defaultMode: 0440
        sources:
          - secret:
              name: {{ $root.Values.secret.name }}
              items:
                {{- range $names }}
                - { key: {{ . }}, path: {{ . }} }
                {{- end }}
          {{- if $root.Values.postgresql.enabled }}
          - secret:
              name: {{ include "clipwright.name" $root }}-db-app
              items:
                - { key: uri, path: DATABASE_URL }
          {{- end }}
    {{- if $root.Values.engines }}
    - name: engines
      configMap:
        name: {{ include "clipwright.name" $root }}-engines
    {{- end }}
{{- end -}}
